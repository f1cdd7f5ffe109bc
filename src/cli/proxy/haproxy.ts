import { hostLines, indented, portIfOther, type ProxyPlan, TIMES } from './plan.ts'

/** A whole configuration of HAProxy 2.6 or newer. */
export function haproxyConfig({
  brands,
  processes,
  certificates,
  bind,
  http,
  https,
  maxBody,
}: ProxyPlan): string {
  const servers = processes.map((process, index) => `server process${index + 1} ${process}`)
  const names = brands
    .flatMap(({ hosts }) => hostLines(hosts))
    .map((line) => `acl is_ours req.hdr(host),host_only -i ${line}`)
  return `global
  ssl-default-bind-options ssl-min-ver TLSv1.2 no-tls-tickets

# Without a log: addresses carry tokens that sign in, and the product logs requests without them.
defaults
  mode http
  timeout connect ${TIMES.connect}s
  timeout client ${TIMES.silence}s
  timeout server ${TIMES.silence}s
  timeout http-request ${TIMES.headers}s
  timeout http-keep-alive ${TIMES.keepAlive}s
  timeout queue 5s
  # A process that is busy answers late; one that stops says so at once.
  timeout check 5s

frontend web
  bind ${bind}:${http}
  # Each brand's file holds its certificate, the chain and the key: <domain>.pem
  bind ${bind}:${https} ssl crt ${certificates} strict-sni alpn h2,http/1.1
${indented(names, 2)}
  http-request return status 421 content-type text/plain string "421 This address belongs to another site." if !is_ours
  http-request redirect code 308 location https://%[req.hdr(host),host_only]${portIfOther(https, 443)}%[capture.req.uri] unless { ssl_fc }
  http-request return status 413 content-type text/plain string "413 This is too large." if { req.hdr_val(content-length) gt ${maxBody} }
  http-request del-header X-Try-Next
  # A client could choose it otherwise: the product takes it from whom TRUST_PROXY names.
  http-request set-header X-Request-Id %[uuid]
  # Appended as a line of its own, whatever a client claims before it: TRUST_PROXY=1 reads the last address.
  option forwardfor
  # Where no process is ready, as without the database, they still have pages and a better answer than a proxy.
  use_backend unready if { nbsrv(product) eq 0 }
  default_backend product

backend product
  balance leastconn
  option httpchk
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host ${brands[0]?.hosts[0] ?? ''}
  http-check expect status 200
  option redispatch 1
  retries 3
  retry-on conn-failure empty-response
  # What changes something is sent to another process only if the first was not reached.
  http-request disable-l7-retry unless METH_GET
  default-server check inter ${TIMES.check}s fall 1 rise 1
${indented(servers, 2)}

backend unready
  balance leastconn
  option redispatch 1
  retries 3
${indented(servers, 2)}
`
}
