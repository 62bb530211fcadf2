/** Fills in the secrets that request a token of a service account. */
import type { Tokens } from '../access/tokens.ts'
import { type Obj, recordAt, textAt } from '../objects.ts'
import type { Registry } from '../registry/registry.ts'
import { SECRETS, SERVICE_ACCOUNTS } from '../resources.ts'

const TYPE = 'kubernetes.io/service-account-token'
const ACCOUNT = 'kubernetes.io/service-account.name'

/** @returns a function that stops it */
export function fillTokenSecrets(
  registry: Registry,
  tokens: Tokens,
  onError: (name: string, error: unknown) => void,
): () => void {
  const { store } = registry

  async function fill(secret: Obj): Promise<void> {
    const { namespace = '', name } = secret.metadata
    const account = store.get(SERVICE_ACCOUNTS, namespace, textAt(secret, 'metadata', 'annotations', ACCOUNT) ?? '')
    if (account === undefined || recordAt(secret, 'data').token !== undefined) return
    const token = await tokens.issue(namespace, account.metadata.name, account.metadata.uid)
    const current = store.get(SECRETS, namespace, name)
    if (current === undefined) return
    const data = { ...recordAt(current, 'data'), token: Buffer.from(token).toString('base64') }
    registry.set(SECRETS, { ...current, data })
  }

  return store.subscribe(SECRETS, ({ type, object }) => {
    if (type === 'DELETED' || object.type !== TYPE) return
    fill(object).catch((error: unknown) => onError(object.metadata.name, error))
  })
}
