import type { AdminRoute } from '../call.ts'
import { kmsNotConfigured } from '../kms-handler.ts'

const notConfigured: AdminRoute[3] = async () => {
  throw kmsNotConfigured()
}

/** The older calls for a key management service, all unsupported; `kms-handler.ts` has the newer ones. */
export const KMS_ROUTES: readonly AdminRoute[] = [
  ['KMSStatus', 'POST kms/status', 'admin:KMSKeyStatus', notConfigured],
  ['KMSCreateKey', 'POST kms/key/create?key-id', 'admin:KMSCreateKey', notConfigured],
  ['KMSKeyStatus', 'GET kms/key/status', 'admin:KMSKeyStatus', notConfigured],
]
