import { Page } from '../components/page.tsx';
import { Essay } from '../features/mission/essay.tsx';
import styles from '../features/mission/mission.module.css';
import { HowItWorks, Papers, Pricing } from '../features/mission/sections.tsx';

/** `/mission`: why, how, on what, and for how much; open to everyone. */
export default function MissionPage() {
  return (
    <Page title="Our Mission" className={styles.mission}>
      <Essay />
      <HowItWorks />
      <Papers />
      <Pricing />
    </Page>
  );
}
