import { messages } from '../messages.ts'

export const outcomes = messages('outcomes', { stop: 'Stop', progress: '{{done}} of {{number}} done' })
