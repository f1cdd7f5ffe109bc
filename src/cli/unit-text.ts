import { servingEnvironment, servingFlags } from '../process/serving.mjs'

/** A template: the instance is the port, so that two processes are sites@4321 and sites@4322. */
export function unitOf({
  folder,
  node,
  workers,
}: {
  folder: string
  node: string
  workers: number
}): string {
  // The service may not write to its folder.
  const environment = Object.entries({ ...servingEnvironment, NODE_COMPILE_CACHE: '%C/sites' }).map(
    ([name, value]) => `Environment=${name}=${value}`,
  )
  return `# /etc/systemd/system/sites@.service: one process a port, as systemctl enable --now sites@4321 sites@4322
# Settings are in /etc/sites.env, a line each (RUN_AS=production, DATABASE_URL=…). It starts what npm run build has made.
# A new build: systemctl restart sites@4321, five seconds for the proxies, systemctl restart sites@4322${workers > 1 ? '; or systemctl reload, which replaces the workers' : ''}
[Unit]
Description=Dating sites on port %i
Wants=network-online.target
After=network-online.target postgresql.service

[Service]
Type=notify
NotifyAccess=all
WorkingDirectory=${folder}
EnvironmentFile=/etc/sites.env
Environment=PORT=%i
Environment=DATA_DIR=%S/sites
${workers > 1 ? `Environment=WORKERS=${workers}\n` : ''}${environment.join('\n')}
# What was compiled of earlier builds; what is still in use is compiled once more.
ExecStartPre=-find %C/sites/ -type f -mtime +30 -delete
ExecStart=${node} ${servingFlags.join(' ')} src/server.ts
${workers > 1 ? 'ExecReload=kill -HUP $MAINPID\n' : ''}Restart=always
RestartSec=1
TimeoutStartSec=300
# Longer than the drain: DRAIN_NOTICE and ten seconds.
TimeoutStopSec=30
KillMode=mixed
LimitNOFILE=65536
UMask=0077

# It writes to its state and cache directories alone. Node's compiler needs memory that is written and executed.
User=sites
DynamicUser=yes
StateDirectory=sites
CacheDirectory=sites
ProtectHome=read-only
ProtectSystem=strict
PrivateTmp=yes
PrivateDevices=yes
NoNewPrivileges=yes
CapabilityBoundingSet=
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service

[Install]
WantedBy=multi-user.target
`
}
