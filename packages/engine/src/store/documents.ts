import { behind, documentKey, documentsPrefix } from './index/keys.ts'
import type { OrderedIndex } from './index/ordered-index.ts'
import { decodeRow } from './index/rows.ts'
import type { DocumentStore } from './store.ts'

export function documentStore(index: OrderedIndex): DocumentStore {
  return {
    get(space, id) {
      const value = index.get(documentKey(space, id))
      return value && decodeRow<unknown>(value)
    },
    put: (space, id, value) =>
      index.commit((writer) => writer.put(documentKey(space, id), Buffer.from(JSON.stringify(value)))),
    delete: (space, id) => index.commit((writer) => writer.delete(documentKey(space, id))),
    change: (changes) =>
      index.commit((writer) => {
        for (const { space, id, value } of changes) {
          if (value === undefined) writer.delete(documentKey(space, id))
          else writer.put(documentKey(space, id), Buffer.from(JSON.stringify(value)))
        }
      }),
    ids(space) {
      const prefix = documentsPrefix(space)
      return Array.from(index.range(prefix, behind(prefix)), ({ key }) => key.toString('utf8', prefix.length))
    },
    list(space) {
      const prefix = documentsPrefix(space)
      return Array.from(index.range(prefix, behind(prefix)), ({ key, value }) => ({
        id: key.toString('utf8', prefix.length),
        value: decodeRow<unknown>(value),
      }))
    },
  }
}
