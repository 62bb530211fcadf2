export { type Delivery, TestWebhook } from '@cooperage/testkit'
