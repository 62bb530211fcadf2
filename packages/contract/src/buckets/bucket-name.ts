const IP_ADDRESS = /^\d+\.\d+\.\d+\.\d+$/

/**
 * Why a bucket name is invalid, or undefined if it is valid: S3's rules as MinIO applies them on creation. The text
 * completes "This isn’t a valid bucket name: …".
 */
export function bucketNameProblem(name: string): string | undefined {
  if (name.length < 3) return 'it needs at least 3 characters'
  if (name.length > 63) return 'it has more than 63 characters'
  if (/[A-Z]/.test(name)) return 'capital letters are not allowed'
  if (/[^a-z0-9.-]/.test(name)) return 'only lower-case letters, digits, dots and hyphens are allowed'
  if (!/^[a-z0-9]/.test(name) || !/[a-z0-9]$/.test(name)) return 'it must begin and end with a letter or a digit'
  if (/\.\.|\.-|-\./.test(name)) return 'a dot must stand between letters or digits'
  if (IP_ADDRESS.test(name)) return 'it must not look like an IP address'
  return undefined
}
