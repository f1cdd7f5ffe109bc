import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { apiHostFor } from '#sites/hosts.ts'
import type { TestApp } from './app.ts'
import { serve } from './serve.ts'

const ACCOUNT = '900100'
const USER = 'datalink1'
export const PASSWORD = 'pa55-of-DataLink'
/** One of CCBill's published addresses. */
export const ITS_ADDRESS = '64.38.212.17'

export const shops = {
  adultcrush: {
    subaccount: '0001',
    form: '687fa3e0-e60d-4466-88e2-181fa56dd6a9',
    salt: '7d901dad245fd0ff6bc20d06',
  },
  wivesnow: {
    subaccount: '0002',
    form: '2b1f2b6a-6f0a-4b2e-9f5e-0b6f0c6a1c11',
    salt: '1f4c8a7b2d9e6053f1a2b3c4',
  },
} as const

const CCBILL_SHOPS = Object.entries(shops)
  .map(([brand, { subaccount, form, salt }]) => `${brand}:${subaccount}:${form}:${salt}`)
  .join(',')

export type Fields = Record<string, string>

type Sold = {
  subaccount: string
  status: 0 | 1 | 2
  rebilled: number
  refunds: number
  chargebacks: number
  refunded: string | null
}

/** How DataLink misbehaves. */
export type Trouble = 'down' | 'slow' | 'html' | 'script' | 'half' | number

export type Ccbill = Awaited<ReturnType<typeof startCcbill>>

/**
 * A local server with the documented wire of CCBill: FlexForms with dynamic pricing, and DataLink's
 * subscription management. Webhooks are built from the field lists of ccbill.com/doc, and sent by
 * the test.
 */
export async function startCcbill() {
  const sold = new Map<string, Sold>()
  const asked: string[] = []
  let trouble: Trouble | null = null
  let last = 1_000_000_000
  const next = () => String((last += 7))

  const server = await serve(async (asking) => {
    const url = new URL(asking.url)
    if (url.pathname.startsWith('/wap-frontflex/flexforms/')) return flexForm(url)
    if (url.pathname !== '/utils/subscriptionManagement.cgi' || asking.method !== 'GET')
      return new Response('', { status: 404 })
    asked.push(url.searchParams.get('action') ?? '')
    switch (trouble) {
      case 'down':
        return new Response('Service Unavailable', { status: 503 })
      case 'slow':
        await new Promise((resolve) => setTimeout(resolve, 400))
        break
      case 'html':
        return new Response('<html><body><h1>Maintenance</h1></body></html>', {
          headers: { 'Content-Type': 'text/html' },
        })
      case 'script':
        return new Response('<script>alert(1)</script>', {
          headers: { 'Content-Type': 'text/html' },
        })
      case 'half':
        return new Response(
          "<?xml version='1.0' standalone='yes'?>\n<results>\n  <subscriptionStatus>2</subsc",
        )
      case null:
        break
      default:
        return results(trouble)
    }
    return dataLink(url.searchParams)
  })

  function flexForm({ pathname, searchParams: query }: URL): Response {
    const shop = Object.values(shops).find(
      ({ form, subaccount }) =>
        pathname.endsWith(`/${form}`) && query.get('clientSubacc') === subaccount,
    )
    const names = [
      'initialPrice',
      'initialPeriod',
      'recurringPrice',
      'recurringPeriod',
      'numRebills',
      'currencyCode',
    ]
    const digest = createHash('md5')
      .update(names.map((name) => query.get(name) ?? '').join('') + (shop?.salt ?? ''))
      .digest('hex')
    return shop && query.get('formDigest') === digest
      ? new Response('<form>Card number</form>')
      : new Response('Invalid price', { status: 400 })
  }

  function dataLink(query: URLSearchParams): Response {
    if (
      query.get('username') !== USER ||
      query.get('password') !== PASSWORD ||
      query.get('clientAccnum') !== ACCOUNT
    )
      return results(-1)
    const one = sold.get(query.get('subscriptionId') ?? '')
    if (!one) return results(-3)
    if (one.subaccount !== query.get('usingSubacc')) return results(-4)
    switch (query.get('action')) {
      case 'viewSubscriptionStatus':
        return xml(
          `<results>\n  <cancelDate></cancelDate>\n  <signupDate>20261120050000</signupDate>\n  <chargebacksIssued>${one.chargebacks}</chargebacksIssued>\n  <timesRebilled>${one.rebilled}</timesRebilled>\n  <expirationDate>20261220</expirationDate>\n  <recurringSubscription>1</recurringSubscription>\n  <subscriptionStatus>${one.status}</subscriptionStatus>\n  <refundsIssued>${one.refunds}</refundsIssued>\n  <voidsIssued>0</voidsIssued>\n</results>`,
        )
      case 'cancelSubscription':
        if (one.status !== 2) return results(0)
        one.status = 1
        return results(1)
      case 'refundTransaction':
        one.refunds += 1
        one.status = 0
        one.refunded = query.get('amount')
        return results(1)
      default:
        return results(-6)
    }
  }

  const xml = (body: string) =>
    new Response(`<?xml version='1.0' standalone='yes'?>\n${body}\n`, {
      headers: { 'Content-Type': 'text/xml' },
    })
  const results = (code: number) => xml(`<results>${code}</results>`)

  return {
    origin: server.origin,
    settings: {
      CCBILL_SHOPS,
      CCBILL_ACCOUNT: ACCOUNT,
      CCBILL_USER: USER,
      CCBILL_PASSWORD: PASSWORD,
      // The account of these shops was given more.
      CCBILL_LIMITS: '2.95-150.00',
      CCBILL_URL: server.origin,
      CCBILL_DATALINK_URL: server.origin,
    },
    /** The actions that DataLink was asked for. */
    asked,
    close: () => server.close(),
    misbehaves: (how: Trouble | null) => void (trouble = how),
    state: (subscription: string): Sold =>
      sold.get(subscription) ?? {
        subaccount: '',
        status: 0,
        rebilled: 0,
        refunds: 0,
        chargebacks: 0,
        refunded: null,
      },

    /** Loses a subscription. */
    forgets: (subscription: string) => void sold.delete(subscription),

    /** Opens the form and pays: what is reported then. */
    async pays(address: string, at: Date): Promise<Fields> {
      const opened = await fetch(address)
      if (!opened.ok) throw new Error(await opened.text())
      const { searchParams: query } = new URL(address)
      const subscription = next()
      const recurring = query.get('recurringPrice')
      const subaccount = query.get('clientSubacc') ?? ''
      sold.set(subscription, {
        subaccount,
        status: recurring === null ? 1 : 2,
        rebilled: 0,
        refunds: 0,
        chargebacks: 0,
        refunded: null,
      })
      return {
        ...common(subaccount, at),
        ...person,
        subscriptionId: subscription,
        transactionId: `0${next()}00000159`,
        formName: '13cc',
        flexId: '687fa3e0-e60d-4466-88e2-181fa56dd6a9',
        priceDescription: '29.95(USD) for 30 days then 29.95(USD) recurring every 30 days',
        billedInitialPrice: query.get('initialPrice') ?? '',
        billedRecurringPrice: recurring ?? '0.00',
        billedCurrencyCode: query.get('currencyCode') ?? '',
        subscriptionInitialPrice: query.get('initialPrice') ?? '',
        accountingInitialPrice: query.get('initialPrice') ?? '',
        accountingCurrencyCode: '840',
        initialPeriod: query.get('initialPeriod') ?? '',
        recurringPeriod: query.get('recurringPeriod') ?? '0',
        rebills: query.get('numRebills') ?? '0',
        dynamicPricingValidationDigest: query.get('formDigest') ?? '',
        'X-orderNumber': query.get('orderNumber') ?? '',
        paymentType: 'CREDIT',
        cardType: 'VISA',
        last4: '5100',
        expDate: '0229',
        threeDSecure: 'AUTH_SUCCESS',
      }
    },
    /**
     * The next charge of a subscription: goes through, is declined, or is paid back; CCBill's own
     * state follows.
     */
    renews(sale: Fields, at: Date): Fields {
      change(sale, (one) => (one.rebilled += 1))
      return {
        ...of(sale, at),
        transactionId: `0${next()}00000160`,
        billedAmount: sale['billedRecurringPrice'] ?? '',
        billedCurrency: 'USD',
        billedCurrencyCode: sale['billedCurrencyCode'] ?? '',
        accountingAmount: sale['billedRecurringPrice'] ?? '',
        renewalDate: '2026-12-20',
        nextRenewalDate: '2027-01-19',
        cardType: 'VISA',
        last4: '5100',
      }
    },
    fails: (sale: Fields, at: Date, nextRetryDate: string): Fields => ({
      ...of(sale, at),
      transactionId: `0${next()}00000161`,
      failureReason: 'Insufficient funds',
      failureCode: 'BE-140',
      renewalDate: '2026-12-20',
      nextRetryDate,
    }),
    cancels(sale: Fields, at: Date): Fields {
      change(sale, (one) => (one.status = 1))
      return { ...of(sale, at), reason: 'Satisfied Customer', source: 'consumer' }
    },
    expires(sale: Fields, at: Date): Fields {
      change(sale, (one) => (one.status = 0))
      return of(sale, at)
    },
    reactivates(sale: Fields, at: Date): Fields {
      change(sale, (one) => (one.status = 2))
      return {
        ...of(sale, at),
        transactionId: `0${next()}00000162`,
        price: '29.95 for 30 days',
        username: 'username1',
        password: 'mYPaSSw0rD',
        email: 'user@randomurl.com',
      }
    },
    /** `transactionId` of the charge, or of what took it back. */
    takesBack(
      sale: Fields,
      at: Date,
      {
        how,
        amount,
        transactionId = `0${next()}00000163`,
      }: { how: 'refund' | 'chargeback'; amount?: string; transactionId?: string },
    ): Fields {
      change(sale, (one) => {
        one.status = 0
        one[how === 'refund' ? 'refunds' : 'chargebacks'] += 1
      })
      return {
        ...of(sale, at),
        transactionId,
        amount: amount ?? sale['billedInitialPrice'] ?? '',
        ...(how === 'refund'
          ? { currency: 'USD', currencyCode: sale['billedCurrencyCode'] ?? '' }
          : {}),
        reason: how === 'refund' ? 'Customer Refunded' : 'Fraudulent Transaction',
        cardType: 'VISA',
        last4: '5100',
      }
    },
  }

  function change(sale: Fields, how: (one: Sold) => unknown): void {
    const one = sold.get(sale['subscriptionId'] ?? '')
    if (one) how(one)
  }
}

/** As the documentation shows them: the buyer's data, with a password in clear. */
const person = {
  firstName: 'John',
  lastName: 'Doe',
  address1: '123 Main Street',
  city: 'Anytown',
  state: 'AZ',
  country: 'US',
  postalCode: '50115',
  email: 'user@randomurl.com',
  phoneNumber: '(515) 555-1212',
  ipAddress: '192.168.27.4',
  reservationId: '0109072310330002423',
  username: 'username1',
  password: 'mYPaSSw0rD',
}

/** Arizona's time, without a zone. */
function timestampOf(at: Date): string {
  return new Date(at.getTime() - 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}

function common(subaccount: string, at: Date): Fields {
  return { clientAccnum: ACCOUNT, clientSubacc: subaccount, timestamp: timestampOf(at) }
}

const of = (sale: Fields, at: Date): Fields => ({
  ...common(sale['clientSubacc'] ?? '', at),
  subscriptionId: sale['subscriptionId'] ?? '',
})

type Sending = { as?: 'form' | 'json'; ip?: string; body?: string; type?: string }

/** Sends a webhook as CCBill does: the type in the query, the rest as a form or as JSON. */
export function reports(
  app: TestApp,
  eventType: string,
  fields: Fields,
  { as = 'form', ip = ITS_ADDRESS, body, type }: Sending = {},
): Promise<Response> {
  return app
    .visitor('adultcrush', { ip })
    .request(
      `/webhook/ccbill?clientAccnum=${ACCOUNT}&clientSubacc=0001&eventType=${eventType}&eventGroupType=Subscription`,
      {
        method: 'POST',
        headers: {
          'X-Requested-With': undefined,
          Origin: undefined,
          Host: apiHostFor('www.adultcrush.localhost:4321'),
          'Content-Type':
            type ?? (as === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'),
        },
        body:
          body ?? (as === 'json' ? JSON.stringify(fields) : new URLSearchParams(fields).toString()),
      },
    )
}

/** Over the network, to a product whose CCBILL_NETWORKS is the loopback. */
export function reportOver(
  port: number,
  eventType: string,
  fields: Fields,
): Promise<number | undefined> {
  const headers = {
    Host: apiHostFor(`www.adultcrush.localhost:${port}`),
    'Content-Type': 'application/x-www-form-urlencoded',
  }
  return new Promise((resolve, reject) => {
    request(
      {
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: `/webhook/ccbill?eventType=${eventType}`,
        headers,
      },
      (answer) => resolve(answer.statusCode),
    )
      .on('error', reject)
      .end(new URLSearchParams(fields).toString())
  })
}
