import { AppError, keepAccountLanguage } from '@cooperage/contract'
import { keepLanguageOfAccount } from '../shared/account-language.ts'
import type { Registry } from '../shared/feature.ts'

export function languageRoutes({ routes, services }: Registry): void {
  routes.withSession(keepAccountLanguage, async ({ body: { language }, session, storage }) => {
    const { accountName } = await services.accounts.of(session, storage)
    try {
      await keepLanguageOfAccount(services, accountName, language)
    } catch (cause) {
      throw new AppError('ConsoleStoreUnavailable', {}, { cause })
    }
  })
}
