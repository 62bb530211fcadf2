/** Values of `x-amz-content-sha256` that replace a hash. */
export const PAYLOAD = {
  /** The body is not part of the signature. */
  unsigned: 'UNSIGNED-PAYLOAD',
  /** aws-chunked without chunk signatures, with a checksum in the trailer. */
  unsignedTrailer: 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
  /** aws-chunked, each chunk signed. */
  signedChunks: 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
  /** aws-chunked, each chunk signed, with a signed trailer. */
  signedChunksTrailer: 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER',
} as const
