import type { NewTierType } from '@cooperage/contract'

/** What the type picker offers (spec identity-and-settings 2), in its order, with the type that is sent, and examples. */
export const PROVIDERS = {
  minio: { type: 's3', endpoint: '', example: 'https://minio.example.net:9000', region: 'us-east-1' },
  gcs: {
    type: 'gcs',
    endpoint: 'https://storage.googleapis.com/',
    example: 'https://storage.googleapis.com/',
    region: 'europe-west1',
  },
  s3: {
    type: 's3',
    endpoint: 'https://s3.amazonaws.com',
    example: 'https://s3.amazonaws.com',
    region: 'us-east-1',
  },
  azure: {
    type: 'azure',
    endpoint: 'https://blob.core.windows.net',
    example: 'https://blob.core.windows.net',
    region: 'westeurope',
  },
} as const satisfies Record<string, { type: NewTierType; endpoint: string; example: string; region: string }>

export type Provider = keyof typeof PROVIDERS
export const PROVIDER_IDS = Object.keys(PROVIDERS) as readonly Provider[]

export const isProvider = (id: string): id is Provider => Object.hasOwn(PROVIDERS, id)
