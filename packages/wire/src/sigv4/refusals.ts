/**
 * Every way in which a signature or a signed body is rejected, with MinIO's code, status and message. The
 * STS endpoint wraps the message in its own `AccessDenied`.
 */
import { WireError } from '../errors.ts'

type Entry = readonly [code: string, status: number, message: string]

const REFUSALS = {
  accessDenied: ['AccessDenied', 403, 'Access Denied.'],
  authorizationEmpty: [
    'InvalidArgument',
    400,
    "Authorization header is invalid -- one and only one ' ' (space) required.",
  ],
  mechanismNotSupported: [
    'InvalidRequest',
    400,
    'The authorization mechanism you have provided is not supported. Please use AWS4-HMAC-SHA256.',
  ],
  missingFields: ['MissingFields', 400, 'Missing fields in request.'],
  missingCredential: ['InvalidRequest', 400, 'Missing Credential field for this request.'],
  missingSignedHeaders: ['InvalidArgument', 400, 'Signature header missing SignedHeaders field.'],
  missingSignature: ['AccessDenied', 400, 'Signature header missing Signature field.'],
  credentialMalformed: [
    'AuthorizationQueryParametersError',
    400,
    'Error parsing the X-Amz-Credential parameter; the Credential is mal-formed; expecting "<YOUR-AKID>/YYYYMMDD/REGION/SERVICE/aws4_request".',
  ],
  credentialDateMalformed: [
    'AuthorizationQueryParametersError',
    400,
    'Error parsing the X-Amz-Credential parameter; incorrect date format. This date in the credential must be in the format "yyyyMMdd".',
  ],
  wrongServiceS3: [
    'AuthorizationParametersError',
    400,
    'Error parsing the Credential/X-Amz-Credential parameter; incorrect service. This endpoint belongs to "s3".',
  ],
  wrongServiceSts: [
    'AuthorizationParametersError',
    400,
    'Error parsing the Credential parameter; incorrect service. This endpoint belongs to "sts".',
  ],
  wrongTerminal: [
    'AuthorizationQueryParametersError',
    400,
    'Error parsing the X-Amz-Credential parameter; incorrect terminal. This endpoint uses "aws4_request".',
  ],
  queryParametersMissing: [
    'AuthorizationQueryParametersError',
    400,
    'Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential, X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires parameters.',
  ],
  queryAlgorithm: ['AuthorizationQueryParametersError', 400, 'X-Amz-Algorithm only supports "AWS4-HMAC-SHA256".'],
  queryDateMalformed: [
    'AuthorizationQueryParametersError',
    400,
    "X-Amz-Date must be in the ISO8601 Long Format \"yyyyMMdd'T'HHmmss'Z'\"",
  ],
  expiresMalformed: ['AuthorizationQueryParametersError', 400, 'X-Amz-Expires should be a number'],
  expiresNegative: ['AuthorizationQueryParametersError', 400, 'X-Amz-Expires must be non-negative'],
  expiresTooLong: [
    'AuthorizationQueryParametersError',
    400,
    'X-Amz-Expires must be less than a week (in seconds); that is, the given X-Amz-Expires must be less than 604800 seconds',
  ],
  queryV2ParametersMissing: [
    'AuthorizationQueryParametersError',
    400,
    'Query-string authentication version 2 requires the AWSAccessKeyId, Expires, and Signature parameters.',
  ],
  queryV2ExpiresMalformed: ['AuthorizationQueryParametersError', 400, 'Expires should be a number'],
  expired: ['AccessDenied', 403, 'Request has expired'],
  notValidYet: ['AccessDenied', 403, 'Request is not valid yet'],
  dateMissing: ['AccessDenied', 400, 'AWS authentication requires a valid Date or x-amz-date header'],
  dateMalformed: [
    'MalformedDate',
    400,
    'Invalid date format header, expected to be in ISO8601, RFC1123 or RFC1123Z time format.',
  ],
  tooSkewed: [
    'RequestTimeTooSkewed',
    403,
    "The difference between the request time and the server's time is too large.",
  ],
  unsignedHeaders: ['AccessDenied', 400, 'There were headers present in the request which were not signed'],
  unknownAccessKey: ['InvalidAccessKeyId', 403, 'The Access Key Id you provided does not exist in our records.'],
  tokenInvalid: ['InvalidTokenId', 403, 'The security token included in the request is invalid'],
  signatureMismatch: [
    'SignatureDoesNotMatch',
    403,
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
  ],
  contentHashMismatch: [
    'XAmzContentSHA256Mismatch',
    400,
    "The provided 'x-amz-content-sha256' header does not match what was computed.",
  ],
  contentLengthMissing: ['MissingContentLength', 411, 'You must provide the Content-Length HTTP header.'],
  bodyIncomplete: [
    'IncompleteBody',
    400,
    'You did not provide the number of bytes specified by the Content-Length HTTP header.',
  ],
  bodyTooLong: ['ExcessData', 400, 'More data provided than indicated content length'],
  md5Invalid: ['InvalidDigest', 400, 'The Content-Md5 you specified is not valid.'],
  md5Mismatch: ['BadDigest', 400, 'The Content-Md5 you specified did not match what we received.'],
  checksumInvalid: ['InvalidArgument', 400, 'Invalid checksum provided.'],
  checksumMismatch: ['BadDigest', 400, 'The checksum that you specified does not match the received bytes.'],
  chunkMalformed: ['BadRequest', 400, 'malformed chunked encoding'],
  chunkTooBig: ['BadRequest', 400, 'chunk too big: choose chunk size <= 16MiB'],
} as const satisfies Record<string, Entry>

export function refusal(reason: keyof typeof REFUSALS): WireError {
  const [code, status, message] = REFUSALS[reason]
  return new WireError(code, status, message)
}

/** The only error that names the expected value. */
export function wrongRegion(expected: string): WireError {
  return new WireError(
    'AuthorizationHeaderMalformed',
    400,
    `The authorization header is malformed; the region is wrong; expecting '${expected}'.`,
  )
}
