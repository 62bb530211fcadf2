/** The kinds whose brokers are large or slow to start. They get a MinIO each, whatever storage the suite is run on. */
import { startAmqp, startKafka, startMysql, startNats, startNsq } from '@cooperage/testkit'
import { testDeliveries } from './deliveries.ts'

testDeliveries('nats', startNats)
testDeliveries('nsq', startNsq)
testDeliveries('mysql', startMysql)
testDeliveries('amqp', startAmqp)
testDeliveries('kafka', startKafka)
