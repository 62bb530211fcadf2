import { shell } from '../messages/en/shell.ts'
import { transfers } from '../messages/en/transfers.ts'
import { addMessages } from '../messages/i18n.ts'

addMessages('shell', shell)
addMessages('transfers', transfers)
