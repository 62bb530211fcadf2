import { jobs } from '../messages/en/jobs.ts'
import { addMessages } from '../messages/i18n.ts'

addMessages('jobs', jobs)
