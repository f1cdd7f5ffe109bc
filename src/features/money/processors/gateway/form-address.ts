import type { BillingData } from '#money/checkout/orders.contract.ts'

type Buyer = { userId: number; username: string; emailCurrentUser: string }

/**
 * Returns the URL of the gateway's hosted form (specification §7) without the callback, which the
 * iframe adds.
 */
export function formAddress(billing: BillingData, buyer: Buyer, isMobile: boolean): string {
  const { userInfo, billingMethodSpecific: specific } = billing
  const url = new URL('/getFormData', billing.gatewayUrl)
  const query: Record<string, string> = {
    keyword: specific.keyword,
    apiKey: billing.publicApiKey,
    isMobile: flag(isMobile),
    userId: String(buyer.userId),
    userName: buyer.username,
    email: buyer.emailCurrentUser,
    ...userInfo,
    processedPostalCode: userInfo.processedPostalCode ?? '',
    isSemiBlocked: flag(userInfo.isSemiBlocked),
    currency: billing.currency,
    paymentType: billing.paymentType,
    affiliateId: specific.affiliateId,
    gatewayPassword: specific.gatewayPassword,
    achBillSubId: specific.achBillSubId ?? '',
    promoCode: specific.promoCode,
    insufficientCreditsAction: billing.insufficientCreditsAction,
    isRootTraffic: flag(billing.isRootTraffic),
    enforce3ds: flag(billing.enforce3ds),
    upgradeSourceType: billing.upgradeSourceTypeCookie,
    useAlternateConfig: flag(billing.useAlternateConfig),
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

const flag = (value: boolean) => (value ? '1' : '0')
