import { exposure } from '../../messages/en/exposure.ts'
import { addMessages } from '../../messages/i18n.ts'

addMessages('exposure', exposure)
