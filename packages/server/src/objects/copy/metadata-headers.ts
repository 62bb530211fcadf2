import { AppError, MAX_USER_METADATA, type RequestedMetadata, reasonText } from '@cooperage/contract'
import { headerText } from '@cooperage/storage-client'

/** The metadata of an object as headers. @throws AppError InvalidInput for more than S3 accepts */
export function metadataHeaders({ user_metadata, ...described }: RequestedMetadata): Record<string, string> {
  const size = Object.entries(user_metadata).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value),
    0,
  )
  if (size > MAX_USER_METADATA) {
    throw new AppError('InvalidInput', {
      reason: reasonText('metadataTooLarge', { maxUserMetadata: MAX_USER_METADATA }),
    })
  }
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(described)) {
    if (value !== '') headers[name.replaceAll('_', '-')] = value
  }
  for (const [name, value] of Object.entries(user_metadata)) {
    headers[`x-amz-meta-${name.toLowerCase()}`] = headerText(value)
  }
  return headers
}
