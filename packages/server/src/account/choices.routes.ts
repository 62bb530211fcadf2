import { keepAccountLanguage, keepAccountTable } from '@cooperage/contract'
import type { Registry } from '../shared/feature.ts'

export function choicesRoutes({ routes, services: { accounts, choices } }: Registry): void {
  routes.withSession(keepAccountLanguage, async ({ body: { language }, session, storage }) => {
    const { accountName } = await accounts.of(session, storage)
    await choices.keepLanguage(accountName, language)
  })

  routes.withSession(keepAccountTable, async ({ params: { table }, body: { columns }, session, storage }) => {
    const { accountName } = await accounts.of(session, storage)
    await choices.keepTable(accountName, table, columns)
  })
}
