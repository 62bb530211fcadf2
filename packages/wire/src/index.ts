export {
  CHECKSUM_ALGORITHMS,
  type ChecksumAlgorithm,
  checksumHeader,
  createChecksum,
  type RunningChecksum,
} from './checksum.ts'
export type { Credentials } from './credentials.ts'
export { WireError } from './errors.ts'
export { EMPTY_SHA256, equalInConstantTime, sha256Hex } from './hash.ts'
export { type ChunkedOptions, decodeSignedChunks, decodeUnsignedTrailer } from './sigv4/chunked-decode.ts'
export { chunkedLength, type EncodeOptions, encodeSignedChunks, encodeUnsignedTrailer } from './sigv4/chunked-encode.ts'
export type { IncomingHeaders, IncomingRequest } from './sigv4/incoming.ts'
export { PAYLOAD } from './sigv4/payload.ts'
export { type CheckedPayload, checkedPayload } from './sigv4/payload-check.ts'
export { encodeComponent, encodePath, objectPath } from './sigv4/percent-encoding.ts'
export { type PresignOptions, presignUrl } from './sigv4/presign.ts'
export { type SigningSeed, type SignOptions, signRequest, signWithSeed } from './sigv4/sign.ts'
export {
  type AuthenticationForm,
  authenticationForm,
  type KeySecrets,
  type VerifiedRequest,
  type VerifyOptions,
  verifyRequest,
} from './sigv4/verify.ts'
