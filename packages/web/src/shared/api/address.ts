/** A declared path with its `:name` parameters and its query filled in; undefined values are omitted, lists repeated. */
export function addressOf(path: string, params: object, query: object): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(Reflect.get(params, name))))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    for (const each of Array.isArray(value) ? value : [value]) search.append(name, String(each))
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}
