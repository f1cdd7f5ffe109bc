import { hostLines, indented, LEFT_OUT, portIfOther, type ProxyPlan, TIMES } from './plan.ts'

/** A file for `http { … }` of nginx 1.19.4 or newer, as Debian's /etc/nginx/conf.d and sites-enabled. */
export function nginxConfig({
  brands,
  processes,
  certificates,
  bind,
  http,
  https,
  maxBody,
}: ProxyPlan): string {
  const isOneOfSeveral = processes.length > 1
  const upstream = (name: string, more: string) => `upstream ${name} {
  zone ${name} 64k;
  least_conn;
${indented(
  processes.map((process) => `server ${process}${more};`),
  2,
)}
  keepalive 32;
  keepalive_timeout ${TIMES.keepAlive}s;
}`
  const proxied = [
    'proxy_http_version 1.1;',
    'proxy_set_header Connection "";',
    'proxy_set_header Host $host;',
    '# Appended, never overwritten by what a client claims: TRUST_PROXY=1 reads the last address.',
    'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
    '# A client could choose it otherwise: the product takes it from whom TRUST_PROXY names.',
    'proxy_set_header X-Request-Id $request_id;',
    ...(isOneOfSeveral
      ? [
          '# nginx asks for no health: a process that stops answers 502 to what it may ask twice, and is left out. Its own',
          '# 503, which it also says when it is busy or without its database, is passed on.',
          'proxy_set_header X-Try-Next 502;',
          'proxy_next_upstream error timeout http_502;',
          'proxy_next_upstream_timeout 5s;',
        ]
      : ['proxy_set_header X-Try-Next "";']),
    `proxy_connect_timeout ${TIMES.connect}s;`,
    `proxy_read_timeout ${TIMES.silence}s;`,
  ]
  const server = ({ domain, hosts }: ProxyPlan['brands'][number]): string => `server {
  listen ${bind}:${https} ssl http2;
  server_name .${domain};
  # A certificate for all of:
${indented(
  hostLines(hosts).map((line) => `#   ${line}`),
  2,
)}
  ssl_certificate ${certificates}/${domain}/fullchain.pem;
  ssl_certificate_key ${certificates}/${domain}/privkey.pem;
  ssl_protocols TLSv1.2 TLSv1.3;
  ssl_session_cache shared:product_tls:10m;
  ssl_session_tickets off;
  server_tokens off;
  # Addresses carry tokens that sign in: the product logs requests without them.
  access_log off;
  error_log stderr crit;
  # The product compresses, and knows what must not be.
  gzip off;
  client_max_body_size ${maxBody};
  client_header_timeout ${TIMES.headers}s;
  client_body_timeout ${TIMES.pauseInBody}s;
${indented(proxied, 2)}
  location / {
    proxy_pass http://product;
  }
  location = /event/stream {
    proxy_pass http://product_streams;
  }
}
`
  return `${upstream('product', isOneOfSeveral ? ` max_fails=1 fail_timeout=${LEFT_OUT}s` : '')}
# Apart: a process that was left out is tried by one request until that is answered, which a stream is after minutes.
${upstream('product_streams', ' max_fails=0')}

# Other names are nobody's here.
server {
  listen ${bind}:${https} ssl http2 default_server;
  ssl_reject_handshake on;
}
server {
  listen ${bind}:${http} default_server;
  access_log off;
  return 421;
}
server {
  listen ${bind}:${http};
  server_name ${brands.map(({ domain }) => `.${domain}`).join(' ')};
  access_log off;
  return 308 https://$host${portIfOther(https, 443)}$request_uri;
}

${brands.map(server).join('\n')}`
}
