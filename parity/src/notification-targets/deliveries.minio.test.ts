import { startElasticsearchStandIn, startMqtt, startPostgres, startRedis } from '@cooperage/testkit'
import { testDeliveries } from './deliveries.ts'

testDeliveries('postgres', startPostgres)
testDeliveries('redis', startRedis)
testDeliveries('mqtt', startMqtt)
testDeliveries('elasticsearch', startElasticsearchStandIn)
