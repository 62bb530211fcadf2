import { type CorsRule as CorsRuleView, getCors, setCors } from '@cooperage/contract'
import { getBucketCors, putBucketCors } from '@cooperage/storage-client'
import type { CorsRule } from '@cooperage/wire'
import type { Registry } from '../shared/feature.ts'
import { withSettingErrors } from './setting-errors.ts'
import { validBucketName } from './valid-bucket-name.ts'

const FEATURE = 'CORS rules of single buckets' as const

export function corsRoutes({ routes }: Registry): void {
  routes.withSession(getCors, async ({ params, storage }) => {
    const bucket = validBucketName(params.bucket)
    const subject = { action: 's3:GetBucketCors', bucket, feature: FEATURE }
    const { isOffered, rules } = await withSettingErrors(subject, getBucketCors(storage, bucket))
    return { is_offered: isOffered, rules: rules.map(toView) }
  })

  routes.withSession(setCors, async ({ params, body, storage }) => {
    const bucket = validBucketName(params.bucket)
    const action = body.rules.length === 0 ? 's3:DeleteBucketCors' : 's3:PutBucketCors'
    const subject = { action, bucket, feature: FEATURE }
    await withSettingErrors(subject, putBucketCors(storage, bucket, body.rules.map(toRule)))
  })
}

function toView({ id = '', maxAgeSeconds = 0, ...rule }: CorsRule) {
  return {
    id,
    origins: rule.allowedOrigins,
    methods: rule.allowedMethods,
    headers: rule.allowedHeaders,
    expose_headers: rule.exposeHeaders,
    max_age_seconds: maxAgeSeconds,
  }
}

function toRule({ id, max_age_seconds, ...rule }: CorsRuleView): CorsRule {
  return {
    ...(id !== '' && { id }),
    allowedOrigins: rule.origins,
    allowedMethods: rule.methods,
    allowedHeaders: rule.headers,
    exposeHeaders: rule.expose_headers,
    ...(max_age_seconds > 0 && { maxAgeSeconds: max_age_seconds }),
  }
}
