import type { DocumentStore } from '../../store/store.ts'

/** For tests of rules: documents that are as durable as the test. `kept` names them as `space id`. */
export function documentsInMemory(): DocumentStore & { kept(): string[] } {
  const kept = new Map<string, { space: string; id: string; text: string }>()
  const documents: DocumentStore = {
    get: (space, id) => JSON.parse(kept.get(`${space} ${id}`)?.text ?? 'null') ?? undefined,
    put: (space, id, value) => documents.change([{ space, id, value }]),
    delete: (space, id) => documents.change([{ space, id, value: undefined }]),
    async change(changes) {
      for (const { space, id, value } of changes) {
        if (value === undefined) kept.delete(`${space} ${id}`)
        else kept.set(`${space} ${id}`, { space, id, text: JSON.stringify(value) })
      }
    },
    list: (space) =>
      [...kept.values()].flatMap((one) => (one.space === space ? [{ id: one.id, value: JSON.parse(one.text) }] : [])),
    ids: (space) => [...kept.values()].flatMap((one) => (one.space === space ? [one.id] : [])).sort(),
  }
  return { ...documents, kept: () => [...kept.keys()] }
}
