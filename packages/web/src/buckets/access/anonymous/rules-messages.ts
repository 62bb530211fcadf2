import { anonymousRules } from '../../../messages/en/anonymous-rules.ts'
import { addMessages } from '../../../messages/i18n.ts'

addMessages('anonymousRules', anonymousRules)
