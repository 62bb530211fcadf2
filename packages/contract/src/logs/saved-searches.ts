import * as z from 'zod/mini'
import { route } from '../route.ts'

/** Maximum number of searches that an account saves. */
export const MAX_SAVED_SEARCHES = 50

const name = z.string().check(z.minLength(1), z.maxLength(100))
/** What the search box of log search says. */
const text = z.string().check(z.maxLength(2_000))
export const savedSearch = z.object({ name: z.string(), text: z.string() })
export type SavedSearch = z.infer<typeof savedSearch>

const searches = z.object({ searches: z.array(savedSearch) })

export const listSavedSearches = route('logs.savedSearches', 'GET /api/v1/logs/saved-searches', {
  summary: 'Returns the searches of the audit log that your account has saved, by name.',
  response: searches,
})

/** Replaces a search of the same name. */
export const saveSearch = route('logs.saveSearch', 'PUT /api/v1/logs/saved-searches', {
  audit: 'none',
  summary: 'Saves a search of the audit log for your account.',
  body: z.strictObject({ name, text }),
  response: searches,
  errors: ['InvalidInput'],
})

export const forgetSearch = route('logs.forgetSearch', 'DELETE /api/v1/logs/saved-searches', {
  audit: 'none',
  summary: 'Deletes a saved search of your account; nothing if there is none of that name.',
  query: z.strictObject({ name }),
  response: searches,
})
