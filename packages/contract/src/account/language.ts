import * as z from 'zod/mini'
import { LANGUAGES } from '../languages.ts'
import { route } from '../route.ts'

const TAGS = LANGUAGES.map(({ tag }) => tag)

/** The session has it as `language`. Pages of the account show it in every browser. */
export const keepAccountLanguage = route('account.language', 'PUT /api/v1/account/language', {
  audit: 'none',
  summary: 'Keeps the language that your account has chosen for the pages of this console.',
  body: z.strictObject({ language: z.enum(TAGS) }),
  errors: ['ConsoleStoreUnavailable'],
})
