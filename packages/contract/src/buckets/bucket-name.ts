const IP_ADDRESS = /^\d+\.\d+\.\d+\.\d+$/

/**
 * Why a bucket name is invalid, or undefined if it is valid: S3's rules as MinIO applies them on creation. The text
 * completes "This isn’t a valid bucket name: …".
 */
export function bucketNameProblem(name: string): string | undefined {
  if (name.length < 3) return 'it must have at least 3 characters'
  if (name.length > 63) return 'it must have at most 63 characters'
  if (/[A-Z]/.test(name)) return 'uppercase letters aren’t allowed'
  if (/[^a-z0-9.-]/.test(name)) return 'only lowercase letters, digits, dots and hyphens are allowed'
  if (!/^[a-z0-9]/.test(name) || !/[a-z0-9]$/.test(name)) return 'it must start and end with a letter or digit'
  if (/\.\.|\.-|-\./.test(name)) return 'a dot must be between letters or digits'
  if (IP_ADDRESS.test(name)) return 'it must not look like an IP address'
  return undefined
}
