/** The policies that every MinIO server has, as JSON documents in the form and order in which it lists them. */
import type { JsonPolicy } from './document.ts'

const VERSION = '2012-10-17'
const EVERYTHING = ['arn:aws:s3:::*']

export const CANNED_POLICIES = {
  consoleAdmin: {
    Version: VERSION,
    Statement: [
      { Effect: 'Allow', Action: ['admin:*'] },
      { Effect: 'Allow', Action: ['kms:*'] },
      { Effect: 'Allow', Action: ['s3:*'], Resource: EVERYTHING },
    ],
  },
  diagnostics: {
    Version: VERSION,
    Statement: [
      {
        Effect: 'Allow',
        Action: [
          'admin:BandwidthMonitor',
          'admin:Prometheus',
          'admin:Profiling',
          'admin:ServerTrace',
          'admin:ConsoleLog',
          'admin:ServerInfo',
          'admin:TopLocksInfo',
          'admin:OBDInfo',
        ],
        Resource: EVERYTHING,
      },
    ],
  },
  readonly: {
    Version: VERSION,
    Statement: [{ Effect: 'Allow', Action: ['s3:GetBucketLocation', 's3:GetObject'], Resource: EVERYTHING }],
  },
  readwrite: { Version: VERSION, Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: EVERYTHING }] },
  writeonly: { Version: VERSION, Statement: [{ Effect: 'Allow', Action: ['s3:PutObject'], Resource: EVERYTHING }] },
} satisfies Record<string, JsonPolicy>
