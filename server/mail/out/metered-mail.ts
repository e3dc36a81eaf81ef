import type { Meters } from '../../core/meters.ts';
import { DeliveryFailure } from './delivery-failure.ts';
import type { MailTransport } from './transport.ts';

export function meteredMail(transport: MailTransport, meters: Meters): MailTransport {
  return {
    kind: transport.kind,
    description: transport.description,
    isFailing: () => transport.isFailing(),
    close: () => transport.close(),
    async send(mail, failures) {
      const begun = performance.now();
      const meter = (outcome: string) => meters.smtp(outcome, (performance.now() - begun) / 1_000);
      try {
        await transport.send(mail, failures);
        meter('taken');
      } catch (error) {
        if (error instanceof DeliveryFailure) meter(error.permanent ? 'refused' : 'put off');
        else meter('broken off');
        throw error;
      }
    },
  };
}
