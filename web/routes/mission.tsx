import { Page } from '../components/page.tsx';
import styles from '../features/mission/essay.module.css';
import { Essay } from '../features/mission/essay.tsx';
import { HowItWorks, Papers, Pricing } from '../features/mission/sections.tsx';
import { t } from '../lib/words.tsx';

export default function MissionPage() {
  return (
    <Page title={t('Our Mission')} className={styles.page}>
      <Essay />
      <HowItWorks />
      <Papers />
      <Pricing />
    </Page>
  );
}
