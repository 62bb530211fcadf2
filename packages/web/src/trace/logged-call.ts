import type { TracedCall } from '@cooperage/contract'
import type { Logged } from '../shared/live/live-log.ts'

export type LoggedCall = Logged<TracedCall>
