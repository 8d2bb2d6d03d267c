//! Keeps the list of tables on this network.

use std::sync::Arc;

use tokio::sync::watch;

use super::fault::DiscoveryFault;
use super::inquiry::Inquirer;
use super::sighting::Sighting;
use crate::lan::interfaces::InterfaceChoice;

/// Looks for tables as long as it lives. Must be made inside a tokio runtime.
#[derive(Debug)]
pub struct Browser {
    list: watch::Sender<Vec<Sighting>>,
}

impl Browser {
    /// Begins to look for tables. The list is what a person should see: tables that gather first, then by name.
    pub fn start(
        _choice: &InterfaceChoice,
        _inquirer: Arc<dyn Inquirer>,
    ) -> Result<(Browser, watch::Receiver<Vec<Sighting>>), DiscoveryFault> {
        let (list, receiver) = watch::channel(Vec::new());
        Ok((Browser { list }, receiver))
    }

    /// Asks the network again at once: for a button, or after a sleep.
    pub fn refresh(&self) {
        self.list.send_modify(|_| ());
    }
}
