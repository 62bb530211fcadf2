import type { Visitor } from '@cooperage/storage-client'
import type { FastifyRequest } from 'fastify'

/** Who sent a request, behind trusted proxies, for the storage server's policies (`aws:SourceIp`, `aws:SecureTransport`). */
export function visitorOf({ ip, protocol }: FastifyRequest): Visitor {
  return { address: ip, isSecure: protocol === 'https' }
}
