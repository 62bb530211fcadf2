import type { DocumentStore } from '../store.ts'

/**
 * An in-memory document store for tests, with JSON values and ids in byte order, like the real one. `stored` names all documents,
 * as `space id`.
 */
export function documentsInMemory(): DocumentStore & { stored(): string[] } {
  const spaces = new Map<string, Map<string, string>>()
  function space(name: string): Map<string, string> {
    const found = spaces.get(name) ?? new Map<string, string>()
    spaces.set(name, found)
    return found
  }
  function change(name: string, id: string, value: unknown): void {
    if (value === undefined) space(name).delete(id)
    else space(name).set(id, JSON.stringify(value))
  }
  return {
    get(name, id) {
      const text = space(name).get(id)
      return text === undefined ? undefined : JSON.parse(text)
    },
    put: async (name, id, value) => change(name, id, value),
    delete: async (name, id) => change(name, id, undefined),
    change: async (changes) => {
      for (const { space: name, id, value } of changes) change(name, id, value)
    },
    list: (name) => [...space(name)].sort().map(([id, text]) => ({ id, value: JSON.parse(text) })),
    ids: (name) => [...space(name).keys()].sort(),
    stored: () => [...spaces].flatMap(([name, documents]) => [...documents.keys()].map((id) => `${name} ${id}`)),
  }
}
