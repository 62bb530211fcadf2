/** Path under which the console is served, with a slash at both ends: `/`, or `/api/proxy/{namespace}/{tenant}/`. */
export function basePath(): string {
  return new URL('.', document.baseURI).pathname
}
