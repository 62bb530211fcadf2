import { lifecycle } from '../../messages/en/lifecycle.ts'
import { addMessages } from '../../messages/i18n.ts'

addMessages('lifecycle', lifecycle)
