import { startMinio, startPostgres } from '@cooperage/testkit'
import { testDeliveries } from './deliveries.ts'

testDeliveries('postgres', startPostgres, startMinio)
