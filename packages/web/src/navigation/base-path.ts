let path: string | undefined

/** Path under which the console is served, with a slash at both ends: `/`, or `/api/proxy/{namespace}/{tenant}/`. */
export function basePath(): string {
  // Read once: a list needs it for every link.
  path ??= new URL('.', document.baseURI).pathname
  return path
}

/**
 * The name of what this console keeps in the browser. Consoles of other storage servers have the same origin, and must neither
 * read nor change it.
 */
export function keptName(name: string): string {
  const base = basePath()
  return base === '/' ? name : `${name} ${base}`
}
