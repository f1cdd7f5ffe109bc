import { hostLines, portIfOther, type ProxyPlan, TIMES } from './plan.ts'

/** A Caddyfile for Caddy 2.6 or newer, which gets certificates, redirects to https and speaks HTTP/2 by itself. */
export function caddyConfig({ brands, processes, bind, http, https, maxBody }: ProxyPlan): string {
  const hosts = brands.flatMap((brand) => brand.hosts)
  const sites = hostLines(
    hosts.map(
      (host, index) => `${host}${portIfOther(https, 443)}${index < hosts.length - 1 ? ',' : ''}`,
    ),
  )
  return `{
  http_port ${http}
  https_port ${https}
  default_bind ${bind}
  servers {
    timeouts {
      read_header ${TIMES.headers}s
      idle ${TIMES.keepAlive}s
    }
  }
}

${sites.join('\n')} {
  request_body {
    max_size ${maxBody}
  }
  # Caddy replaces X-Forwarded-For by the address that it sees: TRUST_PROXY=1. Event streams are passed on at once, and
  # only what can be repeated is sent to another process once the first was reached.
  reverse_proxy {
    to ${processes.join(' ')}
    lb_policy least_conn
    lb_try_duration 5s
    lb_try_interval 100ms
    health_uri /readyz
    health_interval ${TIMES.check}s
    health_timeout ${TIMES.connect}s
    header_up -X-Try-Next
    header_up X-Request-Id {http.request.uuid}
    transport http {
      dial_timeout ${TIMES.connect}s
      keepalive ${TIMES.keepAlive}s
      # The product compresses, and knows what must not be.
      compression off
    }
  }
}
`.replaceAll(/^( {2})+/gm, (spaces) => '\t'.repeat(spaces.length / 2))
}
