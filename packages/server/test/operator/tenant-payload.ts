import { tenantPayload } from '@cooperage/testkit'

export const GI = 1024 ** 3

/** What the wizard sends with an image of the user's choice. */
export const payload = (name: string, namespace: string) => ({
  ...tenantPayload(name, namespace),
  image: 'minio/minio:RELEASE.2025-09-07T16-13-09Z',
})
