import { noKeyService } from '../no-kms.ts'
import type { AdminRoute } from '../route.ts'

const refused: AdminRoute[3] = async () => {
  throw noKeyService()
}

/** Keys of a key management service, by the older calls; `kms-handler.ts` has the newer ones. Each is refused by name. */
export const KMS_ROUTES: readonly AdminRoute[] = [
  ['KMSStatus', 'POST kms/status', 'admin:KMSKeyStatus', refused],
  ['KMSCreateKey', 'POST kms/key/create?key-id', 'admin:KMSCreateKey', refused],
  ['KMSKeyStatus', 'GET kms/key/status', 'admin:KMSKeyStatus', refused],
]
