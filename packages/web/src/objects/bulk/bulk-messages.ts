import { bulk } from '../../messages/en/bulk.ts'
import { addMessages } from '../../messages/i18n.ts'

addMessages('bulk', bulk)
