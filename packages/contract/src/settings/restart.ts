import * as z from 'zod/mini'
import { route } from '../route.ts'

/** The changes are read from the history of the server, so every administrator gets the same response. */
export const getRestartState = route('settings.restartState', 'GET /api/v1/service/restart', {
  summary: 'Returns which configuration changes take effect after a restart.',
  response: z.object({
    /** `section:target` of each target that changed since the server started. */
    pending: z.array(z.string()),
    /** When the server last started, ISO 8601. */
    startedAt: z.string(),
    /** Number of uploads of all users that are in progress through this console. */
    uploads: z.number(),
  }),
})

/** Responds before the server goes down. */
export const restartService = route('settings.restart', 'POST /api/v1/service/restart', {
  summary: 'Restarts the storage server.',
})
