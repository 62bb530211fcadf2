import { messages } from '../messages.ts'

export const simulated = messages('simulated', {
  label: 'simulated',
  hint: 'The embedded platform runs on one machine, so this is only simulated.',
})
