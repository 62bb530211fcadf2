const ARN_PREFIXES = ['arn:aws:s3:::', 'arn:minio:kms:::']

/** The bucket and key of a resource, given as `bucket/key` or as an ARN; both may be empty. */
export function readResource(text: string): { bucket: string; object: string } {
  const prefix = ARN_PREFIXES.find((one) => text.startsWith(one)) ?? ''
  const path = text.slice(prefix.length)
  const slash = path.indexOf('/')
  return slash < 0 ? { bucket: path, object: '' } : { bucket: path.slice(0, slash), object: path.slice(slash + 1) }
}
