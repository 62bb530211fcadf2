import { AppError, keepAccountLanguage, keepAccountTable } from '@cooperage/contract'
import { keepLanguageOfAccount, keepTableOfAccount } from '../shared/account-choices.ts'
import type { Registry } from '../shared/feature.ts'

export function choicesRoutes({ routes, services }: Registry): void {
  routes.withSession(keepAccountLanguage, async ({ body: { language }, session, storage }) => {
    const { accountName } = await services.accounts.of(session, storage)
    await kept(keepLanguageOfAccount(services, accountName, language))
  })

  routes.withSession(keepAccountTable, async ({ params: { table }, body: { columns }, session, storage }) => {
    const { accountName } = await services.accounts.of(session, storage)
    await kept(keepTableOfAccount(services, accountName, table, columns, services.now()))
  })
}

async function kept(keeping: Promise<void>): Promise<void> {
  try {
    await keeping
  } catch (cause) {
    throw new AppError('ConsoleStoreUnavailable', {}, { cause })
  }
}
