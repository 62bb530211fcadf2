import { fields } from '../../messages/en/fields.ts'
import { addMessages } from '../../messages/i18n.ts'

addMessages('fields', fields)
