import { type Finding, fine, type Patient, warn, wrong } from './finding.ts';

const check = 'settings';

/** Checks whether the product would start with its settings, and which of them are allowed but unwise. */
export async function checkSettings({ config, problems }: Patient): Promise<Finding[]> {
  if (!config) return problems.map((problem) => wrong(check, problem, 'Set it, and check again.'));
  const findings = [fine(check, `mode ${config.mode}, nothing is missing`)];
  const { mode, host, trustedProxies, maxConnections } = config;
  if (mode === 'production' && trustedProxies.length === 0)
    findings.push(
      warn(
        check,
        'TRUSTED_PROXIES is empty, but something in front of Lastro terminates its TLS: all customers count as one network',
        'Set TRUSTED_PROXIES to the addresses from which your proxy connects.',
      ),
    );
  if (mode === 'production' && (host === '0.0.0.0' || host === '::'))
    findings.push(
      warn(
        check,
        `HOST is ${host}: whoever reaches port ${config.port} of this machine bypasses the proxy, without TLS`,
        'Set HOST to the address that the proxy connects to, or keep others out with a firewall. In a container this is right.',
      ),
    );
  if (maxConnections < 100)
    findings.push(
      warn(
        check,
        `MAX_CONNECTIONS is ${maxConnections}: a page opens several`,
        'Leave it unset, or set it to thousands.',
      ),
    );
  return findings;
}
