let path: string | undefined

/** Path under which the console is served, with a slash at both ends: `/`, or `/api/proxy/{namespace}/{tenant}/`. */
export function basePath(): string {
  // Read once: a list needs it for every link.
  path ??= new URL('.', document.baseURI).pathname
  return path
}
