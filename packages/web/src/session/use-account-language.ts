import { getSession, keepAccountLanguage, type Session } from '@cooperage/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { followAccount } from '../messages/i18n.ts'
import { takeUnsavedLanguage } from '../messages/language.ts'
import { translate } from '../messages/use-texts.ts'
import { apiQuery, useApiMutation } from '../shared/api/use-api.ts'
import { showError } from '../shared/feedback/messages.ts'

/**
 * Keeps what the visitor chooses for the account, here or on the sign-in page before; otherwise shows the page in the language
 * that the account has chosen in any browser.
 */
export function useAccountLanguage(session: Session | undefined): void {
  const { i18n } = useTranslation()
  const client = useQueryClient()
  const { mutate } = useApiMutation(keepAccountLanguage, {
    onSuccess: (_, { body: { language } }) => {
      client.setQueryData<Session>(apiQuery(getSession, {}).queryKey, (before) => before && { ...before, language })
    },
    onError: (error) => showError(error),
  })
  const kept = session?.language
  // biome-ignore lint/correctness/useExhaustiveDependencies: a language that was chosen is the language of the page then
  useEffect(() => {
    if (kept === undefined) return
    const chosen = takeUnsavedLanguage()
    if (chosen !== undefined) mutate({ body: { language: chosen.tag } })
    else if (kept !== '') {
      // The page stays in its language, which the visitor can read as well.
      followAccount(kept).catch(() => showError({ message: translate('shared:partNotLoaded'), detailedMessage: '' }))
    }
  }, [kept, i18n.language, mutate])
}
