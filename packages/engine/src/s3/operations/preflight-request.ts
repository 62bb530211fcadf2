import { findCorsRule } from '@cooperage/wire'
import type { S3Call, S3Operation } from '../call.ts'
import { allowedOriginHeaders, corsRules, isPresigned, PRESIGNED_RULE, requestedHeaders } from '../cors.ts'
import { s3Error } from '../errors.ts'

/**
 * A browser's preflight request (Fetch standard, "CORS-preflight fetch"), which is unsigned. A missing bucket is rejected like
 * one without a configuration, so that nothing about it is disclosed.
 */
export const preflightRequest: S3Operation = async ({ engine, bucket, query, headers }) => {
  const origin = headers.origin
  if (!origin) throw s3Error('BadRequest', 'Insufficient information. Origin request header needed.')
  const method = requestedMethod(headers)
  const rules = corsRules(engine.store, bucket) ?? (isPresigned(query) ? { rules: [PRESIGNED_RULE] } : undefined)
  if (rules === undefined) throw s3Error('AccessForbidden', 'CORSResponse: CORS is not enabled for this bucket.')
  const requested = requestedHeaders(headers)
  const rule = findCorsRule(rules, { origin, method, headers: requested })
  if (rule === undefined) throw s3Error('AccessForbidden')
  return {
    status: 200,
    headers: {
      ...allowedOriginHeaders(rule, origin),
      'access-control-allow-methods': rule.allowedMethods.join(', '),
      ...(requested.length === 0 ? {} : { 'access-control-allow-headers': requested.join(', ') }),
      ...(rule.maxAgeSeconds === undefined ? {} : { 'access-control-max-age': String(rule.maxAgeSeconds) }),
    },
  }
}

/** @throws WireError BadRequest */
function requestedMethod(headers: S3Call['headers']): string {
  const method = headers['access-control-request-method']
  if (!method) throw s3Error('BadRequest', 'Invalid Access-Control-Request-Method: null')
  return method
}
