/** The region that responses name: S3's first one if the engine accepts any. */
export function regionOfBuckets({ region }: { region: string }): string {
  return region || 'us-east-1'
}
