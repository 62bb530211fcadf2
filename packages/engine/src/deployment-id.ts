import { randomUUID } from 'node:crypto'
import type { DocumentStore } from './store/store.ts'

const SPACE = 'engine'
const ID = 'deployment-id'

/** The UUID that identifies this storage to clients, created at the first start of a data folder. */
export async function loadDeploymentId(documents: DocumentStore): Promise<string> {
  const known = documents.get(SPACE, ID)
  if (typeof known === 'string') return known
  const made = randomUUID()
  await documents.put(SPACE, ID, made)
  return made
}
